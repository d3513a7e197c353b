-- Who may begin topics in a channel. Null is everybody: the release before writes channels without it.
-- AlterTable
ALTER TABLE "channel" ADD COLUMN     "can_create_topic_group" INTEGER;
