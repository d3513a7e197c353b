-- Keys of tokens with which programs of an organization sign its people in (docs/decisions/052-second-factors.md).
-- CreateTable
CREATE TABLE "jwt_key" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "algorithm" TEXT NOT NULL,
    "sealed_key" BYTEA NOT NULL,
    "allows_long_life" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "jwt_key_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "jwt_key_realm_id_name_key" ON "jwt_key"("realm_id", "name");

-- AddForeignKey
ALTER TABLE "jwt_key" ADD CONSTRAINT "jwt_key_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;
