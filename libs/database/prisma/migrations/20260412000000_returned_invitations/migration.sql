-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "returned_at" TIMESTAMPTZ(6);
