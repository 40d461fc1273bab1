-- Times are milliseconds since 1970, UTC; their columns end in _at. Lists of words are separated by spaces.
-- In a check and in a partial index, OR and not IN: for an IN of three or more, SQLite builds a small
-- table in memory each time a row is written, which costs more than writing the row.

CREATE TABLE tenants (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  max_webhooks INTEGER,
  max_api_keys INTEGER,
  events_per_minute INTEGER,
  requests_per_minute INTEGER,
  max_stored_bytes INTEGER,
  -- What holds for its webhooks where they say nothing, in columns that are called as theirs are.
  signature_schemes TEXT,
  max_in_flight INTEGER,
  retry_policy TEXT,
  max_attempts INTEGER,
  retry_max_attempts INTEGER,
  retry_base_delay_ms INTEGER,
  retry_max_delay_ms INTEGER,
  retry_multiplier REAL,
  retry_timeout_ms INTEGER,
  retry_timeout_growth REAL,
  retry_on TEXT,
  disable_on_gone INTEGER,
  timeout_ms INTEGER,
  payload_format TEXT,
  -- For how long its history is kept; null as long as the server keeps it.
  keep_delivered_ms INTEGER,
  keep_attempts_ms INTEGER,
  keep_dead_ms INTEGER,
  created_at INTEGER NOT NULL,
  -- 1 for one that is gone: its id is not given again, as events and the audit log still have it.
  removed INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The one that is always there.
INSERT INTO tenants (id, name, created_at)
  VALUES ('default', 'Default', CAST(unixepoch('subsec') * 1000 AS INTEGER));

CREATE TABLE webhooks (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  name TEXT,
  url TEXT NOT NULL,
  event_patterns TEXT NOT NULL,
  -- Sealed (SecretRows), and empty once it is removed.
  secret TEXT NOT NULL,
  -- Those that it replaced and that still sign, a line each: until when, a space, the secret. Sealed as one.
  earlier_secrets TEXT NOT NULL,
  signature_schemes TEXT,
  status TEXT NOT NULL CHECK (status = 'active' OR status = 'paused' OR status = 'inactive'),
  ordering TEXT NOT NULL,
  on_head_failure TEXT NOT NULL,
  max_in_flight INTEGER,
  requests_per_minute INTEGER,
  burst INTEGER,
  circuit_enabled INTEGER NOT NULL,
  circuit_threshold_percentage INTEGER NOT NULL,
  circuit_minimum_throughput INTEGER NOT NULL,
  circuit_window_ms INTEGER NOT NULL,
  circuit_sleep_ms INTEGER NOT NULL,
  circuit_probes INTEGER NOT NULL,
  circuit_forced_open_until_at INTEGER,
  retry_policy TEXT,
  max_attempts INTEGER,
  retry_max_attempts INTEGER,
  retry_base_delay_ms INTEGER,
  retry_max_delay_ms INTEGER,
  retry_multiplier REAL,
  retry_timeout_ms INTEGER,
  retry_timeout_growth REAL,
  retry_on TEXT,
  disable_on_gone INTEGER,
  timeout_ms INTEGER,
  payload_format TEXT,
  -- A header a line: its name, a colon, its value.
  headers TEXT NOT NULL,
  filter TEXT,
  -- What it shows to receivers that ask who connects, in PEM form; its private key is sealed, and empty where there is none.
  client_certificate TEXT,
  client_key TEXT NOT NULL,
  owner_id TEXT,
  owner_email TEXT,
  metadata TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Whether nobody is to find it any more; the row stays until its deliveries are gone.
  removed INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The webhooks that are inactive because their receivers want so, and what those said.
CREATE TABLE disablements (
  webhook_id TEXT NOT NULL PRIMARY KEY REFERENCES webhooks (id) ON DELETE CASCADE,
  wish TEXT NOT NULL,
  disabled_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The circuit breakers as of their last change.
CREATE TABLE circuits (
  webhook_id TEXT NOT NULL PRIMARY KEY REFERENCES webhooks (id) ON DELETE CASCADE,
  phase TEXT NOT NULL CHECK (phase = 'closed' OR phase = 'open' OR phase = 'half_open'),
  forced INTEGER NOT NULL,
  since_at INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  until_at INTEGER,
  probes TEXT NOT NULL,
  call_window TEXT NOT NULL
) STRICT;

-- Those that alerts are about; the table has a row for every webhook that was ever sent to.
CREATE INDEX circuits_not_closed ON circuits (webhook_id) WHERE phase <> 'closed';

-- Never changed, only added and, in the end, removed; the large part stands last.
CREATE TABLE events (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  type TEXT NOT NULL,
  happened_at INTEGER NOT NULL,
  accepted_at INTEGER NOT NULL,
  idempotency_key TEXT,
  source TEXT,
  session_id TEXT,
  priority TEXT NOT NULL,
  ordering_key TEXT,
  deliver_at INTEGER,
  -- Null of what was published.
  hops INTEGER,
  data BLOB NOT NULL
) STRICT;

-- For lists, newest first. Every index costs every publish, so there is this one, along which all
-- filters are looked for. One by type would cost most: a commit of twenty events has new rows at the
-- end of this one, and in as many pages of that one as it has types.
CREATE INDEX events_by_tenant ON events (tenant_id, id);

-- What tenants have told about the types of their events.
CREATE TABLE event_types (
  tenant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  json_schema BLOB,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, name)
) STRICT, WITHOUT ROWID;

-- Who sends us webhooks. What their owner left to their kind is null.
CREATE TABLE sources (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  signature_header TEXT,
  signature_encoding TEXT,
  signature_prefix TEXT,
  timestamp_header TEXT,
  tolerance_seconds INTEGER,
  event_type_header TEXT,
  event_type_pointer TEXT,
  event_type_template TEXT,
  message_id_header TEXT,
  message_id_pointer TEXT,
  require_json INTEGER,
  -- Sealed, both, and written as a webhook's are.
  secret TEXT NOT NULL,
  earlier_secrets TEXT NOT NULL,
  active INTEGER NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE routes (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  source_id TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  event_pattern TEXT NOT NULL,
  intent TEXT NOT NULL,
  target TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX routes_by_source ON routes (source_id);

-- What each tenant's events, deliveries, attempts and messages take, brought up to date by every commit
-- that adds or removes some.
CREATE TABLE stored_bytes (
  tenant_id TEXT NOT NULL PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency_keys (
  tenant_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  event_id TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (accepted_at);

-- What sources have sent. Either it became an event, or there is a reason why not; the large part
-- stands last. The key is looked up with the tenant, and is what lists walk, newest first.
CREATE TABLE inbound_messages (
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  message_id TEXT,
  event_type TEXT,
  route_id TEXT,
  event_id TEXT,
  unrouted_reason TEXT,
  -- How often the same message came again.
  repeats INTEGER NOT NULL,
  repeated_at INTEGER,
  received_at INTEGER NOT NULL,
  remote_address TEXT NOT NULL,
  -- A header a line: its name, a colon, its value.
  headers TEXT NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT;

CREATE UNIQUE INDEX inbound_by_message ON inbound_messages (message_id, source_id)
  WHERE message_id IS NOT NULL;
-- With the reason, so that a list can be walked without the rows.
CREATE INDEX inbound_unrouted ON inbound_messages (tenant_id, id, unrouted_reason)
  WHERE unrouted_reason IS NOT NULL;

CREATE TABLE deliveries (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  event_type TEXT NOT NULL,
  session_id TEXT,
  created_at INTEGER NOT NULL,
  replay_of TEXT,
  lane TEXT,

  status TEXT NOT NULL CHECK (
    status = 'delivered' OR status = 'in_flight' OR status = 'pending' OR status = 'failed'
    OR status = 'dead' OR status = 'cancelled'),
  -- The kind of work its next attempt is: 0 and 1 for the first and a later one of high priority,
  -- 2 and 3 of normal, 4 and 5 of low.
  work INTEGER NOT NULL,
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
  -- How many of them because of the circuit; null for none.
  circuit_open_count INTEGER,
  -- 1 if scheduled_at was set by an open circuit, so that closing the circuit changes it; else null.
  waits_for_circuit INTEGER,

  -- Since when the next attempt is wanted; kept while a worker has the delivery.
  scheduled_at INTEGER,
  -- From when on a worker may take it: scheduled_at, but null while it is leased, while it is held up
  -- behind another of its lane, and when it is over. So the index holds who waits. Of most of those,
  -- only the server knows whether a worker has them; leased here are those that were handed over
  -- when they were published, and those of lanes.
  due_at INTEGER,
  lease_holder TEXT,
  lease_token TEXT,
  lease_expires_at INTEGER,

  failure_category TEXT,
  failure_message TEXT,
  failure_http_status INTEGER,
  failure_sample TEXT,

  -- Of a dead letter: when a delivery was last made that repeats it. It counts if it is not before
  -- completed_at, as the delivery may have been started anew since, and have died again.
  replayed_at INTEGER
) STRICT;

-- Small, however much history there is: what waits, what is in flight, what waits in lanes.
CREATE INDEX deliveries_due ON deliveries (webhook_id, work, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_wait_for_circuit ON deliveries (webhook_id, due_at)
  WHERE waits_for_circuit = 1;
CREATE INDEX deliveries_leased ON deliveries (lease_expires_at) WHERE lease_expires_at IS NOT NULL;
CREATE INDEX deliveries_lane ON deliveries (webhook_id, lane, id)
  WHERE lane IS NOT NULL AND completed_at IS NULL;

CREATE INDEX deliveries_lane_leased ON deliveries (webhook_id, lane)
  WHERE lane IS NOT NULL AND lease_expires_at IS NOT NULL;

CREATE INDEX deliveries_by_tenant ON deliveries (tenant_id, id);
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id);
CREATE INDEX deliveries_by_event ON deliveries (event_id, id);
-- Costs only those that belong to a session.
CREATE INDEX deliveries_by_session ON deliveries (tenant_id, session_id, id)
  WHERE session_id IS NOT NULL;
-- Those that people look for. What is pending or in flight does not stay so, and an index of it
-- would be rewritten twice for every delivery.
CREATE INDEX deliveries_in_trouble ON deliveries (tenant_id, status, id)
  WHERE status = 'failed' OR status = 'dead' OR status = 'cancelled';

-- All that dead letters are grouped and counted by, so that neither looks at the rows.
CREATE INDEX deliveries_dead ON deliveries (
  tenant_id, webhook_id, failure_category, dead_reason, id, completed_at, replayed_at, event_type)
  WHERE status = 'dead';

-- The replays of many dead letters.
CREATE TABLE batch_operations (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,

  -- Which dead letters; where a list is empty, or something is null, anything will do.
  webhook_ids TEXT NOT NULL,
  event_patterns TEXT NOT NULL,
  failure_categories TEXT NOT NULL,
  dead_reasons TEXT NOT NULL,
  session_id TEXT,
  error_text TEXT,
  made_from_at INTEGER,
  made_to_at INTEGER,
  only_replayed INTEGER,

  requests_per_second INTEGER NOT NULL,
  priority TEXT,
  first_start_at INTEGER NOT NULL,
  every_ms INTEGER,

  status TEXT NOT NULL CHECK (
    status = 'scheduled' OR status = 'running' OR status = 'paused' OR status = 'completed'
    OR status = 'cancelled'),
  -- When the next run starts; null while one is under way, and when it is over.
  start_at INTEGER,
  ended_at INTEGER,

  -- How many runs there were, and how far the last one has come.
  runs INTEGER NOT NULL,
  run_started_at INTEGER,
  ceiling_id TEXT,
  reached_id TEXT,
  matched INTEGER NOT NULL,
  replayed INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  total_replayed INTEGER NOT NULL
) STRICT;

CREATE INDEX batch_operations_by_tenant ON batch_operations (tenant_id, id);
CREATE INDEX batch_operations_active ON batch_operations (id)
  WHERE status = 'scheduled' OR status = 'running';

CREATE TABLE attempts (
  delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  cycle INTEGER NOT NULL,
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status = 'success' OR status = 'failed' OR status = 'exhausted'),
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
  -- That of its delivery.
  tenant_id TEXT NOT NULL,
  UNIQUE (delivery_id, cycle, number)
) STRICT;

-- A tenant's attempts in the order they were recorded in, as tenants keep theirs for as long as they
-- like. Each is added at the end of its tenant's, so it costs little.
CREATE INDEX attempts_by_tenant ON attempts (tenant_id);

-- What was settled, by the minute it ended in; of old minutes, by the hour. A row is written once for
-- all that one commit settles of its webhook and minute.
CREATE TABLE delivery_stats (
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  minute_at INTEGER NOT NULL,
  tenant_id TEXT NOT NULL,
  last_success_at INTEGER,
  last_failure_at INTEGER,
  -- Attempts that succeeded and failed, deliveries that were delivered and died.
  succeeded INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  dead INTEGER NOT NULL,
  took_ms INTEGER NOT NULL,
  -- Failed attempts by their category.
  failed_timeout INTEGER NOT NULL,
  failed_server_error INTEGER NOT NULL,
  failed_client_error INTEGER NOT NULL,
  failed_network INTEGER NOT NULL,
  failed_dns INTEGER NOT NULL,
  failed_ssl INTEGER NOT NULL,
  failed_rate_limit INTEGER NOT NULL,
  failed_payload_too_large INTEGER NOT NULL,
  failed_blocked_address INTEGER NOT NULL,
  failed_redirect INTEGER NOT NULL,
  -- Attempts by how long they took, in the classes of DurationHistogram.
  took_00 INTEGER NOT NULL,
  took_01 INTEGER NOT NULL,
  took_02 INTEGER NOT NULL,
  took_03 INTEGER NOT NULL,
  took_04 INTEGER NOT NULL,
  took_05 INTEGER NOT NULL,
  took_06 INTEGER NOT NULL,
  took_07 INTEGER NOT NULL,
  took_08 INTEGER NOT NULL,
  took_09 INTEGER NOT NULL,
  took_10 INTEGER NOT NULL,
  took_11 INTEGER NOT NULL,
  took_12 INTEGER NOT NULL,
  took_13 INTEGER NOT NULL,
  took_14 INTEGER NOT NULL,
  took_15 INTEGER NOT NULL,
  took_16 INTEGER NOT NULL,
  took_17 INTEGER NOT NULL,
  took_18 INTEGER NOT NULL,
  took_19 INTEGER NOT NULL,
  took_20 INTEGER NOT NULL,
  took_21 INTEGER NOT NULL,
  took_22 INTEGER NOT NULL,
  took_23 INTEGER NOT NULL,
  PRIMARY KEY (webhook_id, minute_at)
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_stats_by_tenant ON delivery_stats (tenant_id, minute_at);
-- Those that are not summed up by the hour.
CREATE INDEX delivery_stats_minutes ON delivery_stats (minute_at) WHERE minute_at % 3600000 <> 0;

-- For alerts, the minutes in which something died: few, and found by their time.
CREATE INDEX delivery_stats_dead ON delivery_stats (minute_at, webhook_id, dead) WHERE dead > 0;

-- Deliveries that died and that nobody was told of, counted in the commit that settles them.
CREATE TABLE untold_deaths (
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  dead_reason TEXT NOT NULL,
  deaths INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (webhook_id, dead_reason)
) STRICT, WITHOUT ROWID;

-- When an owner was last told of deaths; an empty one stands for the tenant's channels.
CREATE TABLE owner_digests (
  tenant_id TEXT NOT NULL,
  owner TEXT NOT NULL,
  told_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, owner)
) STRICT, WITHOUT ROWID;

-- Where alerts are that are not quiet: pending since then, or firing since then.
CREATE TABLE alert_states (
  rule TEXT NOT NULL,
  scope TEXT NOT NULL,
  subject TEXT NOT NULL,
  pending_since_at INTEGER,
  fired_at INTEGER,
  unmet_since_at INTEGER,
  PRIMARY KEY (rule, scope, subject)
) STRICT, WITHOUT ROWID;

-- Alerts that fired, and when they were over.
CREATE TABLE alerts (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  rule TEXT NOT NULL,
  scope TEXT NOT NULL,
  subject TEXT NOT NULL,
  severity TEXT NOT NULL,
  threshold REAL NOT NULL,
  fired_value REAL NOT NULL,
  fired_at INTEGER NOT NULL,
  resolved_at INTEGER,
  resolved_value REAL
) STRICT;

CREATE INDEX alerts_by_tenant ON alerts (tenant_id, id);
CREATE INDEX alerts_by_subject ON alerts (subject, id);
CREATE INDEX alerts_active ON alerts (id) WHERE resolved_at IS NULL;
CREATE INDEX alerts_over ON alerts (resolved_at) WHERE resolved_at IS NOT NULL;

-- What is remembered of webhooks from one look for alerts to the next.
CREATE TABLE webhook_watches (
  webhook_id TEXT NOT NULL PRIMARY KEY REFERENCES webhooks (id) ON DELETE CASCADE,
  baseline_percent REAL NOT NULL,
  baseline_windows INTEGER NOT NULL,
  failing_since_at INTEGER
) STRICT, WITHOUT ROWID;

-- One row, once there was a look for alerts.
CREATE TABLE alert_looks (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  looked_at INTEGER NOT NULL
) STRICT;

-- What the server, whose tenant is empty, and tenants want otherwise of alert rules.
CREATE TABLE alert_rules (
  tenant_id TEXT NOT NULL,
  rule TEXT NOT NULL,
  enabled INTEGER,
  severity TEXT,
  threshold REAL,
  minimum_calls INTEGER,
  hold_ms INTEGER,
  clear_ms INTEGER,
  PRIMARY KEY (tenant_id, rule)
) STRICT, WITHOUT ROWID;

-- Where notifications go; without a tenant, everybody's. What a webhook's secret is, its row has.
CREATE TABLE notification_channels (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT,
  name TEXT,
  kind TEXT NOT NULL,
  recipients TEXT NOT NULL,
  sender TEXT,
  webhook_id TEXT,
  enabled INTEGER NOT NULL,
  rules TEXT NOT NULL,
  severities TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  last_sent_at INTEGER,
  last_error_at INTEGER,
  last_error TEXT
) STRICT;

-- What is still to be told.
CREATE TABLE notices (
  id TEXT NOT NULL PRIMARY KEY,
  channel_id TEXT,
  tenant_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- Of a mail; a webhook's id, of an event; a severity, of a line in the log.
  recipients TEXT NOT NULL,
  sender TEXT,
  -- The subject of a mail, the type of an event.
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  next_at INTEGER NOT NULL
) STRICT;

CREATE INDEX notices_due ON notices (next_at, id);
CREATE INDEX notices_by_channel ON notices (channel_id) WHERE channel_id IS NOT NULL;

CREATE TABLE api_keys (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  role TEXT NOT NULL,
  name TEXT,
  key_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  -- 1 for the one that the server's configuration names: another one takes its place.
  configured INTEGER NOT NULL DEFAULT 0
) STRICT;

-- When the clock was believed last, for the next start to compare; one row at most.
CREATE TABLE trusted_time (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  trusted_at INTEGER NOT NULL
) STRICT;

-- Who changed what; only added to.
CREATE TABLE audit (
  id TEXT NOT NULL PRIMARY KEY,
  happened_at INTEGER NOT NULL,
  tenant_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  role TEXT NOT NULL,
  remote_address TEXT NOT NULL,
  request_id TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  object_id TEXT,
  -- How it was and how it is, as JSON without secrets; null where there is nothing to show.
  before_json TEXT,
  after_json TEXT
) STRICT;

CREATE INDEX audit_by_tenant ON audit (tenant_id, id);
CREATE INDEX audit_by_key ON audit (tenant_id, key_id, id);
CREATE INDEX audit_by_action ON audit (tenant_id, path, method, id);
CREATE INDEX audit_by_object ON audit (tenant_id, object_id, id);
