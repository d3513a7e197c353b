-- By which names providers end sessions that began with them.
-- CreateTable
CREATE TABLE "external_session" (
    "session_id" INTEGER NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_format" TEXT,
    "provider_session" TEXT,

    CONSTRAINT "external_session_pkey" PRIMARY KEY ("session_id")
);

-- CreateIndex
CREATE INDEX "external_session_provider_id_name_idx" ON "external_session"("provider_id", "name");

-- CreateIndex
CREATE INDEX "external_session_provider_id_provider_session_idx" ON "external_session"("provider_id", "provider_session");

-- AddForeignKey
ALTER TABLE "external_session" ADD CONSTRAINT "external_session_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "user_session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "external_session" ADD CONSTRAINT "external_session_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "sign_in_provider"("id") ON DELETE CASCADE ON UPDATE CASCADE;
