-- Whom a mail was held for.
-- AlterTable
ALTER TABLE "received_mail" ADD COLUMN     "user_id" INTEGER;
