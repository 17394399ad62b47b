/**
 * Empties every table and restarts every sequence, for a superuser's connection. It waits for uncommitted work of other
 * connections. TRUNCATE creates a new file for each table and index, which takes the embedded database twenty times as
 * long; it is used only for a table that has grown.
 */
export const EMPTY_TABLES = `DO $$
  DECLARE
    tables text[] := array(SELECT quote_ident(tablename) FROM pg_tables
                           WHERE schemaname = 'public' AND tablename <> '_prisma_migrations');
    each text;
  BEGIN
    EXECUTE 'LOCK TABLE ' || array_to_string(tables, ', ');
    -- No trigger counts, cascades or objects: all of them go.
    SET LOCAL session_replication_role = replica;
    FOREACH each IN ARRAY tables LOOP
      EXECUTE 'DELETE FROM ' || each;
    END LOOP;
    PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    FROM pg_sequences WHERE schemaname = 'public';
    IF (SELECT sum(pg_relation_size(t::regclass)) > 8 * 1024 * 1024 FROM unnest(tables) AS t) THEN
      EXECUTE 'TRUNCATE ' || array_to_string(tables, ', ') || ' CASCADE';
    END IF;
  END $$`
