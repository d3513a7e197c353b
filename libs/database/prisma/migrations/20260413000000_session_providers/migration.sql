-- With which provider a session began, how long it may last because of that, and when its owner was last seen by it.
-- AlterTable
ALTER TABLE "user_session" ADD COLUMN     "authenticated_at" TIMESTAMPTZ(6),
ADD COLUMN     "confirmed_at" TIMESTAMPTZ(6),
ADD COLUMN     "longest_until" TIMESTAMPTZ(6),
ADD COLUMN     "provider_id" INTEGER;

-- AddForeignKey
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "sign_in_provider"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
