-- How often an invitation was sent, and when last: what an organization sends in a day is bounded.
-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "last_sent_at" TIMESTAMPTZ(6),
ADD COLUMN     "sends" INTEGER NOT NULL DEFAULT 1;
