-- Mails: messages that somebody missed, the windows in which they are collected, and what is to be handed over.

CREATE TABLE "missed_message" (
    "user_id" INTEGER NOT NULL,
    "message_id" BIGINT NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "mentioned_group_id" INTEGER,
    "mentioned_group_name" TEXT,
    "sender_hidden" BOOLEAN NOT NULL DEFAULT false,
    "happened_at" TIMESTAMPTZ(6) NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "taken_at" TIMESTAMPTZ(6),

    CONSTRAINT "missed_message_pkey" PRIMARY KEY ("user_id","message_id")
);
CREATE INDEX "missed_message_taken_at_idx" ON "missed_message"("taken_at");

CREATE TABLE "mail_window" (
    "user_id" INTEGER NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "opened_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_window_pkey" PRIMARY KEY ("user_id")
);
CREATE INDEX "mail_window_opened_at_idx" ON "mail_window"("opened_at");

CREATE TABLE "mail_job" (
    "id" BIGSERIAL NOT NULL,
    "mail_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "realm_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "message_ids" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "facts" JSONB NOT NULL DEFAULT '{}',
    "happened_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "held_until" TIMESTAMPTZ(6),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failed_at" TIMESTAMPTZ(6),
    "failure" TEXT,

    CONSTRAINT "mail_job_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "mail_job_due_at_idx" ON "mail_job"("due_at");
CREATE INDEX "mail_job_user_id_idx" ON "mail_job"("user_id");
-- Dead letters only, as with push_job.
CREATE INDEX mail_job_failed_idx ON mail_job (id) WHERE failed_at IS NOT NULL;

-- Rows live for a moment: what is dead goes soon.
ALTER TABLE mail_job SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
ALTER TABLE mail_window SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
