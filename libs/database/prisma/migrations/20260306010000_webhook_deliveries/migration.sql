-- Calls of the services of outgoing webhook bots, for their owners to look at.
-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" BIGSERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "bot_id" INTEGER NOT NULL,
    "message_id" BIGINT,
    "delivery_id" UUID NOT NULL,
    "trigger" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(6) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "failure" TEXT,
    "request_body" TEXT,
    "answer_body" TEXT,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);
-- CreateIndex
CREATE INDEX "webhook_delivery_bot_id_id_idx" ON "webhook_delivery"("bot_id", "id");
-- CreateIndex
CREATE INDEX "webhook_delivery_started_at_idx" ON "webhook_delivery"("started_at");
