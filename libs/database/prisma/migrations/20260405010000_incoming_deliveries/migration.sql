-- What other tools have delivered to bots, for their owners to look at.
-- CreateTable
CREATE TABLE "incoming_delivery" (
    "id" BIGSERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "bot_id" INTEGER NOT NULL,
    "integration" TEXT NOT NULL,
    "delivery_id" TEXT,
    "received_at" TIMESTAMPTZ(6) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "failure" TEXT,
    "events" TEXT[],
    "filtered_by" TEXT[],
    "message_ids" BIGINT[],
    "sealed_body" BYTEA NOT NULL,

    CONSTRAINT "incoming_delivery_pkey" PRIMARY KEY ("id")
);
-- CreateIndex
CREATE INDEX "incoming_delivery_bot_id_id_idx" ON "incoming_delivery"("bot_id", "id");
-- CreateIndex
CREATE INDEX "incoming_delivery_received_at_idx" ON "incoming_delivery"("received_at");
