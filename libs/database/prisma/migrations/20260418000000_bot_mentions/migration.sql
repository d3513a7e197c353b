-- Whom the names mean that tools give people, for each bot.
-- CreateTable
CREATE TABLE "bot_mention" (
    "bot_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "bot_mention_pkey" PRIMARY KEY ("bot_id","name"),
    CONSTRAINT "bot_mention_bot_id_fkey" FOREIGN KEY ("bot_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "bot_mention_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "bot_mention_user_id_idx" ON "bot_mention"("user_id");
