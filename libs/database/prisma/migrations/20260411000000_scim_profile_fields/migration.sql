-- Attributes of SCIM that are custom profile fields, for each identity provider.
-- AlterTable
ALTER TABLE "scim_token" ADD COLUMN     "profile_fields" JSONB NOT NULL DEFAULT '[]';
