-- Headers beside bodies, both sealed; replays, resends; how deliveries and calls fare; bots whose bodies nobody records.
-- AlterTable
ALTER TABLE "incoming_delivery" ADD COLUMN     "is_signed" BOOLEAN,
ADD COLUMN     "replay_of" BIGINT,
ADD COLUMN     "sealed_head" BYTEA;
-- AlterTable
ALTER TABLE "webhook_call" ADD COLUMN     "resend_of" BIGINT;
-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "resend_of" BIGINT,
ADD COLUMN     "sealed_exchange" BYTEA;
-- AlterTable
ALTER TABLE "webhook_health" ADD COLUMN     "last_success_at" TIMESTAMPTZ(6);
-- CreateTable
CREATE TABLE "incoming_health" (
    "bot_id" INTEGER NOT NULL,
    "integration" TEXT NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_success_at" TIMESTAMPTZ(6),

    CONSTRAINT "incoming_health_pkey" PRIMARY KEY ("bot_id","integration")
);
-- CreateTable
CREATE TABLE "delivery_log" (
    "bot_id" INTEGER NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "records_bodies" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "delivery_log_pkey" PRIMARY KEY ("bot_id")
);
