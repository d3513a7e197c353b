-- Mails that came back, and the addresses that get none because of it.

CREATE TABLE "mail_bounce" (
    "id" BIGSERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "happened_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_bounce_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "mail_bounce_user_id_idx" ON "mail_bounce"("user_id");
CREATE INDEX "mail_bounce_happened_at_idx" ON "mail_bounce"("happened_at");

CREATE TABLE "mail_suspension" (
    "user_id" INTEGER NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "since" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checked_at" TIMESTAMPTZ(6),

    CONSTRAINT "mail_suspension_pkey" PRIMARY KEY ("user_id")
);
CREATE INDEX "mail_suspension_realm_id_idx" ON "mail_suspension"("realm_id");
ALTER TABLE "mail_suspension" ADD CONSTRAINT "mail_suspension_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
