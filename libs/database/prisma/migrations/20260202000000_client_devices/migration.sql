-- Client installations in which accounts are signed in, with their end-to-end encrypted registrations.
CREATE TABLE "client_device" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "push_key" BYTEA,
    "push_key_id" BIGINT,
    "token_kind" TEXT,
    "push_token_id" TEXT,
    "pending_push_token_id" TEXT,
    "push_token_updated_at" TIMESTAMPTZ(6),
    "push_registration_error_code" TEXT,
    "bouncer_public_key" TEXT,
    "encrypted_push_registration" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "client_device_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "client_device_user_id_idx" ON "client_device"("user_id");
ALTER TABLE "client_device" ADD CONSTRAINT "client_device_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who can be notified: asked for every recipient of a message.
CREATE INDEX client_device_active_idx ON client_device (user_id) WHERE push_token_id IS NOT NULL;
-- Registrations that the relay has not confirmed yet: few at any time, looked for every few seconds.
CREATE INDEX client_device_pending_idx ON client_device (id)
  WHERE pending_push_token_id IS NOT NULL AND push_registration_error_code IS NULL;
