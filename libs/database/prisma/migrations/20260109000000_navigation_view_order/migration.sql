-- Views are listed in the order in which they were added; those from before by their fragments.
-- AlterTable
ALTER TABLE "navigation_view" ADD COLUMN "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;
