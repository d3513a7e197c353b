-- AlterTable
ALTER TABLE "account_notice" ADD COLUMN     "referrer_id" INTEGER,
ADD COLUMN     "text" TEXT;

-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "reminded_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "realm_export" ADD COLUMN     "attempts" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "claim" UUID,
ADD COLUMN     "claimed_at" TIMESTAMPTZ(6);
