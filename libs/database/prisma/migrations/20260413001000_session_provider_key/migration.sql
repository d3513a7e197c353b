-- Reads the table without stopping whoever writes to it.
ALTER TABLE "user_session" VALIDATE CONSTRAINT "user_session_provider_id_fkey";
