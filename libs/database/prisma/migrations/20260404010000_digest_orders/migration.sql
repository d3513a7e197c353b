-- When a digest was last ordered for a user, so that nobody gets two.

CREATE TABLE "digest_order" (
    "user_id" INTEGER NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "ordered_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "digest_order_pkey" PRIMARY KEY ("user_id")
);
ALTER TABLE "digest_order" ADD CONSTRAINT "digest_order_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
