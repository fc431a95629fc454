/** The sample text of version 1, in Markdown. It is never changed: companies have it as it was. */
export const text = `Alcove is the internal drive that the company provides to its employees. It runs on the company’s own servers. This agreement explains how you may use Alcove, and what you and the company are each responsible for. By signing in, you confirm that you’ve read and accept this agreement.

## The service

Alcove lets you store, share and transfer files for work. It includes personal files, group files, department files, internal sharing, favorites and a recycle bin.

The company may turn features on or off or change them. Major changes are announced in advance.

## Your account

Your account is assigned by the company and is for you alone.

- Sign in only with your own account. Don’t lend or share it, and don’t use anyone else’s.
- Your password must have more than 8 characters, with at least 3 of: uppercase, lowercase, digits, special characters. Don’t use it on other sites.
- If someone else is using your account, change your password right away and contact the IT help desk.
- When you leave the company, change positions, or your account expires, the company deactivates the account and hands over its files according to its policies.

## Acceptable use

You’re responsible for what you upload, share and publish. Don’t store or share:

- Illegal content.
- Political or religious content.
- Malware, or anything that harms systems, networks or other people.
- Other people’s private or personal data, unless your work requires it and you’re authorized.
- Confidential company content with anyone outside the company, unless you’re authorized.

## Sharing

Before you share, make sure that the other person is allowed to see the content, and give only the access they need. Stop sharing when it’s no longer needed.

Files with the sensitivity “High” must not be given to anyone outside the company.

## Ownership of content

Rights to the files you create at work are governed by law and by your agreement with the company. Alcove doesn’t acquire any rights by storing files.

Don’t use Alcove as the only place for your private files.

## Records and enforcement

The system records what’s done with files, such as saving a new version, renaming, moving, copying, sharing, deleting and restoring, as well as finished uploads and downloads. It doesn’t check files for malware. Scan files from unknown sources before you open them.

The company may audit usage according to its policies. If you violate this agreement, your account may be suspended, and the company may take further action under its policies and the law.

## Retention and deletion

Deleted files go to the recycle bin and can be restored for 30 days. After that, they move to the administrators’ recycle bin, and you can’t restore them yourself.

The company backs up data according to its policies. Backups are for disaster recovery, not for restoring single files deleted by mistake. Manage the versions of your important files yourself.

## Interruptions

Maintenance, failures or network problems may interrupt the service temporarily. Planned maintenance is announced in advance. Interrupted uploads can be resumed afterward. Interrupted downloads may have to start over, depending on your browser.

## Changes to this agreement

Updates to this agreement are published here with a new version number and effective date.

## Contact

If you have any questions, contact the IT help desk.`;
