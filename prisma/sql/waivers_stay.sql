-- What was published or signed stays as it was. It may be withdrawn once, with a note; and a signature loses its names once the rider was erased.
CREATE OR REPLACE FUNCTION waivers_stay() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted CONSTANT text[] := ARRAY['withdrawn_at', 'withdrawn_by', 'withdrawn_note'];
  named CONSTANT text[] := ARRAY['erased_at', 'rider_name', 'typed_name', 'drawing', 'ip', 'user_agent', 'note'];
  was CONSTANT jsonb := to_jsonb(OLD);
  is_now jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    is_now := to_jsonb(NEW);
    IF was->>'withdrawn_at' IS NULL AND is_now->>'withdrawn_at' IS NOT NULL AND was - noted = is_now - noted THEN
      RETURN NEW;
    END IF;
    IF TG_TABLE_NAME = 'waiver_signatures' AND was->>'erased_at' IS NULL AND is_now->>'erased_at' IS NOT NULL
       AND was - named = is_now - named
       AND EXISTS (SELECT FROM users WHERE id = was->>'rider_id' AND erased_at IS NOT NULL) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'What was published or signed cannot be changed' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'waivers_stay';
END $$;

CREATE TRIGGER waiver_versions_stay BEFORE UPDATE OR DELETE ON waiver_versions FOR EACH ROW EXECUTE FUNCTION waivers_stay();

CREATE TRIGGER waiver_signatures_stay BEFORE UPDATE OR DELETE ON waiver_signatures FOR EACH ROW EXECUTE FUNCTION waivers_stay();
