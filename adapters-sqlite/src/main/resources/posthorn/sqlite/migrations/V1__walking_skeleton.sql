-- Times are milliseconds since 1970, UTC; their columns end in _at. Lists of words are separated by spaces.

CREATE TABLE webhooks (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  name TEXT,
  url TEXT NOT NULL,
  event_patterns TEXT NOT NULL,
  secret TEXT NOT NULL,
  signature_schemes TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX webhooks_by_tenant ON webhooks (tenant_id, id);

CREATE TABLE events (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  type TEXT NOT NULL,
  happened_at INTEGER NOT NULL,
  accepted_at INTEGER NOT NULL,
  idempotency_key TEXT,
  session_id TEXT
) STRICT;

-- Apart from the event, so that nothing that reads or rewrites events touches the large part.
CREATE TABLE event_data (
  event_id TEXT NOT NULL PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  json BLOB NOT NULL
) STRICT;

CREATE TABLE idempotency_keys (
  tenant_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  event_id TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE deliveries (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  event_type TEXT NOT NULL,
  session_id TEXT,
  created_at INTEGER NOT NULL,
  replay_of TEXT,

  status TEXT NOT NULL CHECK (status IN ('pending', 'failed', 'in_flight', 'delivered', 'dead',
                                      'cancelled')),
  cycle INTEGER NOT NULL,
  cycle_started_at INTEGER NOT NULL,
  attempt_count INTEGER NOT NULL,
  max_attempts INTEGER NOT NULL,
  last_attempted_at INTEGER,
  completed_at INTEGER,
  dead_reason TEXT,
  cancel_reason TEXT,
  deferral_count INTEGER NOT NULL,
  deferral_reason TEXT,

  -- Since when the next attempt is wanted; kept while a worker has the delivery.
  scheduled_at INTEGER,
  -- From when on a worker may take it: scheduled_at while it waits, the end of the lease while a
  -- worker has it, null when it is over. So one index finds the waiting and the abandoned alike.
  due_at INTEGER,
  lease_holder TEXT,
  lease_token TEXT,

  failure_category TEXT,
  failure_message TEXT,
  failure_http_status INTEGER,
  failure_sample TEXT
) STRICT;

CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_held ON deliveries (lease_holder) WHERE lease_holder IS NOT NULL;
CREATE INDEX deliveries_by_tenant ON deliveries (tenant_id, id);
CREATE INDEX deliveries_by_tenant_status ON deliveries (tenant_id, status, id);
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id);
CREATE INDEX deliveries_by_event ON deliveries (event_id);

CREATE TABLE attempts (
  id TEXT NOT NULL PRIMARY KEY,
  delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  cycle INTEGER NOT NULL,
  number INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('success', 'failed', 'exhausted')),
  failure_category TEXT,
  failure_message TEXT,
  -- A header a line: its name, a colon, its value.
  request_headers TEXT NOT NULL,
  response_headers TEXT NOT NULL,
  http_status INTEGER,
  response_sample TEXT,
  remote_address TEXT,
  duration_ms INTEGER NOT NULL,
  scheduled_at INTEGER NOT NULL,
  executed_at INTEGER NOT NULL,
  next_retry_at INTEGER,
  UNIQUE (delivery_id, cycle, number)
) STRICT;

CREATE TABLE api_keys (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  role TEXT NOT NULL,
  name TEXT NOT NULL,
  key_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;
