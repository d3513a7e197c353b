-- Messages of deactivated accounts that are to be deleted; accounts whose profile was.
-- AlterTable
ALTER TABLE "account" ADD COLUMN     "is_deleted" BOOLEAN NOT NULL DEFAULT false;
-- CreateTable
CREATE TABLE "account_deletion" (
    "id" BIGSERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "actor_user_id" INTEGER NOT NULL,
    "public_channels" BOOLEAN NOT NULL,
    "private_channels" BOOLEAN NOT NULL,
    "direct" BOOLEAN NOT NULL,
    "position" BIGINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_deletion_pkey" PRIMARY KEY ("id")
);
