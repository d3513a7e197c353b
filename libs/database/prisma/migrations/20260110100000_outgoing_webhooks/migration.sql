-- Outgoing webhooks: messages that a bot's service is to be called about, and how each service does.

-- Written with the message by message_write, gone with the transaction that sends the answer.
CREATE TABLE "webhook_call" (
    "id" BIGSERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "bot_id" INTEGER NOT NULL,
    "message_id" BIGINT NOT NULL,
    "trigger" TEXT NOT NULL,
    "delivery_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
    "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "webhook_call_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_call_due_at_idx" ON "webhook_call"("due_at");

-- How a bot's service does: nobody calls one that keeps failing, and its owner hears of it now and then.
CREATE TABLE "webhook_health" (
    "bot_id" INTEGER NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "paused_until" TIMESTAMPTZ(6),
    "told_at" TIMESTAMPTZ(6),

    CONSTRAINT "webhook_health_pkey" PRIMARY KEY ("bot_id")
);
