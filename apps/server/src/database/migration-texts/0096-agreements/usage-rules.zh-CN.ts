/** The sample text of version 1, in Markdown. It is never changed: companies have it as it was. */
export const text = `1. 不存放、不传播违法的内容。
2. 不存放涉及政治、宗教的内容。
3. 不存放恶意程序，不做危害系统与他人的事。
4. 不存放他人隐私，不外传公司的机密内容。
5. 只用自己的账号登录，不转借、不共用。
6. 公司可以审计使用情况，违反约定可能受到处罚。`;
