-- Accounts that an import made; a setting of the inbox; whether changes of channels are told in the channel.
-- AlterTable
ALTER TABLE "account" ADD COLUMN     "is_imported_stub" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "web_inbox_show_channel_folders" BOOLEAN NOT NULL DEFAULT true;
-- AlterTable
ALTER TABLE "realm_user_default" ADD COLUMN     "web_inbox_show_channel_folders" BOOLEAN NOT NULL DEFAULT true;
-- What organizations did until now goes on; new ones begin without these notices.
ALTER TABLE "realm" ADD COLUMN     "send_channel_events_messages" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "realm" ALTER COLUMN "send_channel_events_messages" SET DEFAULT false;
