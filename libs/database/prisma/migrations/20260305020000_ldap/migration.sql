-- Directories of organizations that are asked for passwords and for who is there.
-- CreateTable
CREATE TABLE "ldap_directory" (
    "realm_id" INTEGER NOT NULL,
    "config" JSONB NOT NULL,
    "sealed_bind_password" BYTEA,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed_until" TIMESTAMPTZ(6),
    "synced_at" TIMESTAMPTZ(6),
    "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "problem" TEXT,

    CONSTRAINT "ldap_directory_pkey" PRIMARY KEY ("realm_id")
);

-- AddForeignKey
ALTER TABLE "ldap_directory" ADD CONSTRAINT "ldap_directory_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;
