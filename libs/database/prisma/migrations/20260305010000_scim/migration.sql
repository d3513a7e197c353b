-- Provisioning by SCIM: credentials, and which accounts and groups a directory manages.
-- CreateTable
CREATE TABLE "scim_token" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "gives_whole_names" BOOLEAN NOT NULL DEFAULT true,
    "creates_guests_without_channels" BOOLEAN NOT NULL DEFAULT false,
    "accepts_deletions" BOOLEAN NOT NULL DEFAULT false,
    "adopts_groups" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),
    "last_used_at" TIMESTAMPTZ(6),

    CONSTRAINT "scim_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "directory_account" (
    "user_id" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "external_id" TEXT,
    "managed_fields" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_deactivated" BOOLEAN NOT NULL DEFAULT false,
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "directory_account_pkey" PRIMARY KEY ("user_id","source")
);

-- CreateTable
CREATE TABLE "directory_group" (
    "group_id" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "external_id" TEXT,
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "directory_group_pkey" PRIMARY KEY ("group_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "scim_token_token_hash_key" ON "scim_token"("token_hash");

-- CreateIndex
CREATE INDEX "scim_token_realm_id_idx" ON "scim_token"("realm_id");

-- CreateIndex
CREATE INDEX "directory_account_realm_id_source_external_id_idx" ON "directory_account"("realm_id", "source", "external_id");

-- CreateIndex
CREATE INDEX "directory_group_realm_id_idx" ON "directory_group"("realm_id");

-- AddForeignKey
ALTER TABLE "scim_token" ADD CONSTRAINT "scim_token_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_account" ADD CONSTRAINT "directory_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_group" ADD CONSTRAINT "directory_group_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "user_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;
