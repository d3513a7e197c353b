-- Linkifiers: from addresses back to texts. Who belongs to the workplace; null is every member. Whose first sign-in moves the time of joining.
-- AlterTable
ALTER TABLE "linkifier" ADD COLUMN     "alternative_url_templates" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "example_input" TEXT,
ADD COLUMN     "reverse_template" TEXT;
-- AlterTable
ALTER TABLE "realm" ADD COLUMN     "workplace_users_group" INTEGER;
-- AlterTable
ALTER TABLE "account" ADD COLUMN     "awaits_first_sign_in" BOOLEAN NOT NULL DEFAULT false;
