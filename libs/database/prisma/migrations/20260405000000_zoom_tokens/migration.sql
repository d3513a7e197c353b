-- What lets the service make video calls at Zoom in the name of people.
-- CreateTable
CREATE TABLE "zoom_token" (
    "user_id" INTEGER NOT NULL,
    "sealed_token" BYTEA NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "zoom_token_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "zoom_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
