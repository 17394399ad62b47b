// The audit log is a chain: each line has a seal over its content and the seal before. A line that was changed or taken out does not fit.

/** What the chain keeps permanently of an entry `a`: a hash, separate from its detail, which is cleared when a family is erased. */
const LINE = `encode(sha256(convert_to(jsonb_build_array(a.id, a.actor_id, a.action, a.entity, a.entity_id,
  (extract(epoch FROM a.at) * 1000)::bigint)::text, 'UTF8')), 'hex')`
const detailWith = (salt: string) => `encode(sha256(convert_to(${salt} || a.detail::text, 'UTF8')), 'hex')`

/** Returns the SQL of the hash of a seal `s` after another one; the first comes after an empty text. */
const hashAfter = (before: string) =>
  `encode(sha256(convert_to(concat_ws('|', ${before}, s.seq, s.line_id, s.line_hash, s.detail_hash), 'UTF8')), 'hex')`

/** The most seals per run. */
export const SEALED_AT_ONCE = 500
/** How much lower the ID of a late entry may be than that of a sealed one. */
const LATE = 10_000

/**
 * Seals new entries, in order. Rows that are being changed wait for the next run, so that nobody waits for this one.
 * Runs in a transaction that has `SEAL_LOCK`.
 */
export const SEAL = `
  WITH RECURSIVE last AS (
    SELECT coalesce(max(seq), 0) AS seq, coalesce(max(line_id), 0) AS line_id,
           coalesce((SELECT hash FROM audit_seals ORDER BY seq DESC LIMIT 1), '') AS hash FROM audit_seals),
  fresh AS MATERIALIZED (
    SELECT a.*, gen_random_uuid()::text AS salt FROM audit_log a
    WHERE a.id > (SELECT line_id FROM last) - ${LATE} AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.line_id = a.id)
    ORDER BY a.id LIMIT ${SEALED_AT_ONCE} FOR UPDATE SKIP LOCKED),
  lines AS MATERIALIZED (
    SELECT (SELECT seq FROM last) + row_number() OVER (ORDER BY a.id) AS seq, a.id AS line_id, a.salt,
           ${LINE} AS line_hash, ${detailWith('a.salt')} AS detail_hash
    FROM fresh a),
  chain AS (
    SELECT 0::bigint AS n, seq::bigint AS seq, 0 AS line_id, NULL::text AS salt, '' AS line_hash, '' AS detail_hash, hash FROM last
    UNION ALL
    SELECT c.n + 1, s.seq, s.line_id, s.salt, s.line_hash, s.detail_hash, ${hashAfter('c.hash')}
    FROM chain c JOIN lines s ON s.seq = c.seq + 1)
  INSERT INTO audit_seals (seq, line_id, salt, line_hash, detail_hash, hash)
  SELECT seq, line_id, salt, line_hash, detail_hash, hash FROM chain WHERE n > 0`

export const SEAL_LOCK = 7_420_175

/** Lists where the chain is broken after the seal `$1`, as sentences; after 0 is all of it, with what it says was deleted. */
export const BREAKS = `
  WITH sealed AS (
    SELECT * FROM (
      SELECT s.*, lag(s.hash, 1, '') OVER (ORDER BY s.seq) AS before, lag(s.seq, 1, 0) OVER (ORDER BY s.seq) AS seq_before
      FROM audit_seals s WHERE s.seq >= $1::int) with_before WHERE seq > $1::int),
  told AS (
    SELECT by, count(*) AS count FROM (SELECT detail_by AS by FROM audit_seals UNION ALL SELECT gone_by FROM audit_seals) all_of
    WHERE by IS NOT NULL AND $1::int = 0 GROUP BY by)
  SELECT * FROM (
    SELECT s.line_id AS line, CASE
      WHEN s.seq <> s.seq_before + 1 THEN 'Before line ' || s.line_id || ' ' || (s.seq - s.seq_before - 1) || ' of the seals are missing'
      WHEN s.hash <> ${hashAfter('s.before')} THEN 'The seal of line ' || s.line_id || ' was changed'
      WHEN a.id IS NULL AND s.gone_by IS NULL THEN 'Line ' || s.line_id || ' was taken out'
      WHEN a.id IS NOT NULL AND s.line_hash <> ${LINE} THEN 'Line ' || s.line_id || ' was changed'
      WHEN a.id IS NOT NULL AND s.detail_by IS NULL AND s.detail_hash IS DISTINCT FROM ${detailWith('s.salt')}
        THEN 'The detail of line ' || s.line_id || ' was changed'
    END AS says
    FROM sealed s LEFT JOIN audit_log a ON a.id = s.line_id
    UNION ALL
    SELECT told.by, 'Line ' || told.by || ' does not say that ' || told.count || ' lines were forgotten'
    FROM told LEFT JOIN audit_log a ON a.id = told.by AND a.action = 'log.forget'
    WHERE (a.detail->>'lines')::bigint IS DISTINCT FROM told.count) found
  WHERE says IS NOT NULL ORDER BY line LIMIT 20`

/** Returns how far the chain goes, and the age in seconds of the oldest entry without a seal. */
export const REACH = `
  SELECT (SELECT coalesce(max(seq), 0) FROM audit_seals) AS seals, (SELECT hash FROM audit_seals ORDER BY seq DESC LIMIT 1) AS head,
         (SELECT extract(epoch FROM now() - min(a.at))::float FROM audit_log a
          WHERE a.id > (SELECT coalesce(max(line_id), 0) FROM audit_seals) - ${LATE}
            AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.line_id = a.id)) AS waiting`

/** Marks the seals of entries that this transaction changed: they no longer match their details. `$1` is the entry that says so. */
export const FORGET_DETAILS = `
  UPDATE audit_seals s SET detail_by = $1, salt = NULL FROM audit_log a
  WHERE a.id = s.line_id AND a.xmin = pg_current_xact_id()::xid AND s.detail_by IS NULL
    AND s.detail_hash <> ${detailWith('s.salt')}`

/** Does the same for entries that were deleted, `$2`. */
export const FORGET_LINES = `
  UPDATE audit_seals SET gone_by = $1, salt = NULL WHERE line_id = ANY($2::int[])`
