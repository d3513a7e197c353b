-- Which picture of a directory an account has.
-- AlterTable
ALTER TABLE "directory_account" ADD COLUMN "avatar_hash" TEXT;
