-- Users whose legacy tokens the relay has to forget, all of them: their keys were revoked or their account deactivated.
CREATE TABLE "push_unregistration" (
    "user_id" INTEGER NOT NULL,
    "queued_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_unregistration_pkey" PRIMARY KEY ("user_id")
);
ALTER TABLE "push_unregistration" ADD CONSTRAINT "push_unregistration_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Registrations that the relay has not confirmed yet: few at any time, looked for every few seconds.
CREATE INDEX push_device_pending_idx ON push_device (id) WHERE bouncer_device_id IS NULL AND error_code IS NULL;
