-- The first message of a conversation at or after a moment.
-- CreateIndex
CREATE INDEX CONCURRENTLY "message_recipient_id_sent_at_idx" ON "message"("recipient_id", "sent_at");
