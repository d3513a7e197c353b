-- How large clients show previews of images and videos, in percent.
-- AlterTable
ALTER TABLE "realm" ADD COLUMN     "media_preview_size" INTEGER NOT NULL DEFAULT 100;
