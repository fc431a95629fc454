/** The sample text of version 1, in Markdown. It is never changed: companies have it as it was. */
export const text = `1. Don’t store or share illegal content.
2. Don’t store political or religious content.
3. Don’t store malware, and don’t harm the system or other people.
4. Don’t store other people’s personal data or send confidential company content outside.
5. Sign in only with your own account. Don’t lend or share it.
6. Your company may audit usage. Violations may lead to penalties.`;
