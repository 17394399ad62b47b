-- Beside the old version: three years of a school are 33,000 lines of the log, so nobody waits for the indexes.
-- The log of the schedule is paged without the rest of the log. The words are those of `OF_SCHEDULE`: since horses' rest is in
-- it, the index from before was of no use.
DROP INDEX audit_log_of_schedule;
CREATE INDEX audit_log_of_schedule ON audit_log (id)
  WHERE entity IN ('lesson', 'ride') OR action IN ('horse.rest', 'horse.hot') OR (entity = 'student' AND action LIKE 'makeup.%');

-- Whether a change was undone is found without the lines after it.
CREATE INDEX audit_log_undone ON audit_log USING gin ((detail->'of')) WHERE action IN ('lesson.undo', 'horse.rest', 'horse.hot');

-- The changes of one lesson. The words are those of `TOUCHES`.
CREATE INDEX audit_log_touches ON audit_log USING gin ((CASE WHEN entity = 'ride' THEN ARRAY[left(entity_id, 16)]
    WHEN detail->>'scope' = 'weekly' THEN ARRAY[action, entity_id, detail->>'to', substr(entity_id, 12), substr(detail->>'to', 12)]
    ELSE ARRAY[action, entity_id, detail->>'to'] END))
  WHERE entity IN ('lesson', 'ride');

-- Sign-ins and files, without the lines about lessons, which are most of the log.
CREATE INDEX audit_log_of_access ON audit_log (action, id) WHERE entity NOT IN ('lesson', 'ride');

-- Who went beyond a horse's limit, for a ride that moved.
CREATE INDEX audit_log_beyond ON audit_log (id) WHERE entity = 'ride' AND action = 'ride.horse' AND detail->>'reason' IS NOT NULL;
