-- Files that are to arrive in pieces. Their bytes count as used from the beginning, so that many unfinished ones do not pass
-- the organization's quota together.
-- CreateTable
CREATE TABLE "open_upload" (
    "id" TEXT NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "size" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "open_upload_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "open_upload_realm_id_user_id_idx" ON "open_upload"("realm_id", "user_id");

-- CreateIndex
CREATE INDEX "open_upload_created_at_idx" ON "open_upload"("created_at");
