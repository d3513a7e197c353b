-- What a system bot is going to write about a change, written with the change (docs/decisions/030-notices-survive.md).
-- CreateTable
CREATE TABLE "pending_notice" (
    "id" BIGSERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_user_id" INTEGER NOT NULL,
    "channel_id" INTEGER,
    "to_user_id" INTEGER,
    "topic" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "message_id" BIGINT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(6) NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "pending_notice_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "pending_notice_due_at_idx" ON "pending_notice"("due_at");

-- CreateIndex
CREATE INDEX "pending_notice_channel_id_idx" ON "pending_notice"("channel_id");
