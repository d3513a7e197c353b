-- Providers that vouch for people, by what they know them, and sign-ins that are under way.
-- CreateTable
CREATE TABLE "sign_in_provider" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "display_icon" TEXT,
    "settings" JSONB NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_provider_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "external_identity" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "external_identity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_attempt" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "provider_id" INTEGER,
    "step" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "holder_hash" BYTEA NOT NULL,
    "sealed_data" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "sign_in_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_provider_realm_id_name_key" ON "sign_in_provider"("realm_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "external_identity_provider_id_subject_key" ON "external_identity"("provider_id", "subject");

-- CreateIndex
CREATE INDEX "external_identity_user_id_idx" ON "external_identity"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_attempt_key_hash_key" ON "sign_in_attempt"("key_hash");

-- CreateIndex
CREATE INDEX "sign_in_attempt_expires_at_idx" ON "sign_in_attempt"("expires_at");

-- AddForeignKey
ALTER TABLE "external_identity" ADD CONSTRAINT "external_identity_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "sign_in_provider"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "external_identity" ADD CONSTRAINT "external_identity_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_attempt" ADD CONSTRAINT "sign_in_attempt_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "sign_in_provider"("id") ON DELETE CASCADE ON UPDATE CASCADE;
