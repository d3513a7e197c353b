-- From where a key was fetched: its owner is told of places that are new.
-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "ip_address" TEXT,
ADD COLUMN     "user_agent" TEXT;
