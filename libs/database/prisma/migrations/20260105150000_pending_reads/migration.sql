-- CreateTable
CREATE TABLE "pending_read" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "recipient_id" INTEGER,
    "below_id" BIGINT,
    "sender_id" INTEGER,
    "due_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "pending_read_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "pending_read_due_at_idx" ON "pending_read"("due_at");

-- CreateIndex
CREATE INDEX "pending_read_user_id_sender_id_idx" ON "pending_read"("user_id", "sender_id");
