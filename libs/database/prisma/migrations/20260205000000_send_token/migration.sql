-- AlterTable
ALTER TABLE "message" ADD COLUMN     "send_token" BIGINT;
