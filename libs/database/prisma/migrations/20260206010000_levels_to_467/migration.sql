-- Fields by which people are found; whose settings are their own choice; the avatars that new accounts begin with.
-- AlterTable
ALTER TABLE "profile_field" ADD COLUMN     "use_for_user_matching" BOOLEAN NOT NULL DEFAULT false;
-- AlterTable
ALTER TABLE "account" ADD COLUMN     "edited_settings" TEXT[] DEFAULT ARRAY[]::TEXT[];
-- AlterTable
ALTER TABLE "realm" ADD COLUMN     "default_avatar_source" TEXT NOT NULL DEFAULT 'G';
