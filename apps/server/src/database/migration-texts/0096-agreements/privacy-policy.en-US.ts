/** The sample text of version 1, in Markdown. It is never changed: companies have it as it was. */
export const text = `Alcove runs on your company’s own servers. Your files and usage records aren’t sent to the makers of Alcove, and they aren’t used for advertising or for any analysis unrelated to your work. This policy explains what information is processed, why, who can see it, and how long it’s kept.

## What information is processed

To provide the service, the system processes the following information:

- Account: your username, name, department, storage, language and display settings, and the email address and phone number that your company entered for the account.
- Files: the content you upload, and its name, size, type, versions, times and location. To support search and previews, the system extracts text from documents and creates previews and thumbnails.
- Sharing: who you share with, the access level, the expiration date, and your message.
- Collaboration: comments, tags, favorites, access requests and notifications.
- Activity: who did what with a file and when, such as saving a new version, renaming, moving, copying, sharing, deleting or restoring it.
- Transfer records: the name, size, location and time of your finished uploads and downloads. Only you can see them.
- Technical data: the time of each sign-in, when it was last active, the IP address and the browser name; the number of failed sign-ins and their IP addresses, to keep others from guessing passwords; and server logs, with request numbers for troubleshooting.

## Why it’s processed

This information is used to verify your identity and permissions, store and transfer files, protect systems and data, troubleshoot problems, and meet the company’s obligations under the law and its own policies.

It isn’t used for anything else.

## Who can see it

By default, only you can see your personal files. When you share them, the people you choose can access them with the access level you give. Group and department files can be accessed by their members and managers, according to their permissions.

When colleagues share files or add members, they can find you by name, username or department. People who can view a file can see its activity and comments.

If uploaded content is identical to a file the company already has, it may not be transferred again. The person uploading it can tell that the same content exists in the company, but not whose it is or where.

Administrators manage accounts, departments and system settings. The people who operate the servers are technically able to reach the data on them and must follow company policies.

Alcove doesn’t send information to third parties outside the company.

## What’s stored in your browser

When you sign in, the system stores two cookies in your browser that scripts can’t read. One keeps you signed in. The other, valid for 400 days, recognizes a browser you’ve used before, so that others can’t lock you out by entering wrong passwords. Signing in with a QR code uses one more cookie, which expires after two minutes.

The following is stored in the browser on this device and is removed when you clear its data: your language, appearance and list settings, the remembered username, people and departments you chose recently, whether you’ve accepted the usage agreement, and unfinished uploads (file name, size, location and progress). Alcove doesn’t use tracking cookies.

## How long it’s kept

Files are kept until you or someone with permission deletes them. Your company sets how many old versions are kept and for how many days. Deleted files stay in the recycle bin for 30 days and can be restored during that time. After that, they move to the administrators’ recycle bin, which the company clears according to its policies. Files with the same content are stored once. The content is deleted after the last file that uses it is cleared, usually a day later.

Transfer records are kept on the server in your account and deleted after 30 days. File activity is kept for 365 days. Notifications are deleted 90 days after they’re read, sign-in records when the session ends, and records of failed sign-ins one day after the last failure. No one can sign in to a deactivated account. The company handles its files according to its policies.

## How it’s protected

Connections are encrypted when the company serves Alcove over HTTPS. Only a one-way hash of each password is stored. Files are checked for integrity when they’re saved, and permissions are checked on every access. When access is removed, a download in progress may still finish, depending on the storage the company uses, and playback that’s already open can continue for up to 15 minutes. The company can choose to obfuscate stored content. This prevents casual viewing, but it isn’t encryption.

If a security incident affects you, the company will notify you as required by law and its policies.

## Your rights

You can change your settings and password, download or delete your files, view your transfer records and file activity, and view and end your sign-ins in other browsers.

To correct your account information, contact the IT help desk.

## Changes to this policy

Updates to this policy are published here with a new version number and effective date.

## Contact

If you have questions about privacy, contact the IT help desk or the department responsible for personal data.`;
