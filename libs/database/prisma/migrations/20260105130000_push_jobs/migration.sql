-- The work list of mobile push: what has to be delivered to whom, written together with the consumer's position.
CREATE TABLE "push_job" (
    "id" BIGSERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "message_id" BIGINT,
    "removed_ids" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "trigger" TEXT,
    "mentioned_group_id" INTEGER,
    "mentioned_group_name" TEXT,
    "sender_hidden" BOOLEAN NOT NULL DEFAULT false,
    "has_flagged" BOOLEAN NOT NULL DEFAULT false,
    "sent_parts" SMALLINT NOT NULL DEFAULT 0,
    "happened_at" TIMESTAMPTZ(6) NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failed_at" TIMESTAMPTZ(6),
    "failure" TEXT,

    CONSTRAINT "push_job_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "push_job_user_id_id_idx" ON "push_job"("user_id", "id");
CREATE INDEX "push_job_message_id_idx" ON "push_job"("message_id");
CREATE INDEX "push_job_due_at_idx" ON "push_job"("due_at");

-- Who delivers to a user at the moment.
CREATE TABLE "push_lane" (
    "user_id" INTEGER NOT NULL,
    "holder" UUID NOT NULL,
    "held_until" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "push_lane_pkey" PRIMARY KEY ("user_id")
);

CREATE INDEX "push_lane_holder_idx" ON "push_lane"("holder");

-- Finds who wants every message of a channel without looking at all its subscribers.
CREATE INDEX subscription_push_idx ON subscription (channel_id) WHERE push_notifications;
CREATE INDEX account_stream_push_idx ON account (realm_id) WHERE enable_stream_push_notifications;

-- Dead letters only: an index of all rows would look like a way to the ones that have not failed, which are nearly all.
CREATE INDEX push_job_failed_idx ON push_job (id) WHERE failed_at IS NOT NULL;

-- Rows live for a moment. Room in the page keeps their updates off the indexes; what is dead goes soon.
ALTER TABLE push_job SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
ALTER TABLE push_lane SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
