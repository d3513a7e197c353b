-- CreateIndex
CREATE INDEX CONCURRENTLY "user_session_provider_id_idx" ON "user_session"("provider_id");
