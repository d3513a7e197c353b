-- One request at a time renews a token at Zoom.
-- AlterTable
ALTER TABLE "zoom_token" ADD COLUMN     "renewing_until" TIMESTAMPTZ(6);
