-- Presences are read an organization at a time. An index on the id of the last change made every write back of a report
-- write two index entries; without it, and with room in the page, a row is rewritten where it is.
CREATE INDEX "presence_realm_id_idx" ON "presence"("realm_id");
DROP INDEX "presence_realm_id_last_update_id_idx";
ALTER TABLE presence SET (fillfactor = 60);
