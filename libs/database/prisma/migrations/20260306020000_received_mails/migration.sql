-- Mails that were posted, so that their repetitions post nothing.
-- CreateTable
CREATE TABLE "received_mail" (
    "realm_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "received_mail_pkey" PRIMARY KEY ("realm_id","key")
);
-- CreateIndex
CREATE INDEX "received_mail_realm_id_received_at_idx" ON "received_mail"("realm_id", "received_at");
-- CreateIndex
CREATE INDEX "received_mail_received_at_idx" ON "received_mail"("received_at");
