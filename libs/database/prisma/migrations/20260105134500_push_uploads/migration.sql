-- Version of the organization's settings that the relay was last told.
ALTER TABLE "realm_push_status" ADD COLUMN "uploaded_version" BIGINT NOT NULL DEFAULT 0;
