package posthorn.domain.access;

/** What a request does, as far as it matters for who may make it. */
public enum Permission {
  /** Looks at a tenant's things. */
  READ,
  /** Hands in events. */
  PUBLISH,
  /** Changes a tenant's things: its webhooks, its keys, what becomes of its deliveries. */
  MANAGE,
  /** Concerns the server, or who its tenants are. */
  OPERATE
}
