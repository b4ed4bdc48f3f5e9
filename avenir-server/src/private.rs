//! Files and folders that only this user may read: the journal, its key and its locks.
//!
//! A path from the environment can name anything. So a path is not followed, waited for or changed
//! before it proved to be a regular file of this user.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io,
    path::Path,
};

/// Opens a file to read and write, and makes it if it does not exist.
///
/// # Errors
///
/// Fails if the path is a link, a folder, a device, a pipe, or another user's file.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    // Check the path first, because opening some devices has an effect.
    match fs::symlink_metadata(path) {
        Ok(about) => check(&about)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // Another process may have replaced the file since: do not follow a link or wait for a pipe.
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.mode(0o600).custom_flags(flags.bits().cast_signed());
    }
    let file = options.open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

/// Fails unless this is a regular file of this user.
pub(crate) fn check(about: &fs::Metadata) -> io::Result<()> {
    let kind = about.file_type();
    if kind.is_symlink() {
        return Err(io::Error::other("it is a link: name the file itself"));
    }
    if !kind.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::uid(about) != rustix::process::geteuid().as_raw() {
        return Err(io::Error::other(
            "it belongs to another user: copy it to a file of your own",
        ));
    }
    Ok(())
}

/// Lets only the owner read and write a file. On systems other than Unix a user's own folders are
/// private by default.
///
/// This uses the path and not a handle, because closing a handle of a file that SQLite has open would
/// release SQLite's locks.
pub(crate) fn close_to_others(path: &Path) -> io::Result<()> {
    let about = fs::symlink_metadata(path)?;
    check(&about)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if about.permissions().mode() & 0o777 != 0o600 {
            fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
        }
    }
    Ok(())
}

/// Makes a folder and its parents for the owner only. Leaves an existing folder as it is.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    let mut folder = DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn only_a_regular_file_of_this_user_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let script = path("script");
        fs::write(&script, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        symlink(&script, path("link")).unwrap();
        symlink(path("nothing"), path("dangling")).unwrap();
        let pipe = std::process::Command::new("mkfifo")
            .arg(path("pipe"))
            .status();
        assert!(pipe.unwrap().success());
        for (name, why) in [
            ("link", "it is a link"),
            ("dangling", "it is a link"),
            ("pipe", "not a regular file"),
            ("", "not a regular file"),
            ("/dev/null", "not a regular file"),
            ("/dev/zero", "not a regular file"),
        ] {
            let error = open(&path(name)).unwrap_err().to_string();
            assert!(error.contains(why), "{name}: {error}");
        }
        assert!(!path("nothing").exists());
        // Only root owns these files.
        if rustix::process::geteuid().is_root() {
            std::os::unix::fs::chown(&script, Some(65_534), None).unwrap();
        }
        let others = if rustix::process::geteuid().is_root() {
            script.clone()
        } else {
            "/etc/passwd".into()
        };
        let error = open(&others).unwrap_err().to_string();
        assert!(error.contains("another user"), "{error}");
        let mode = fs::metadata(&script).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o755, "nothing was changed");
        let made = open(&path("new")).unwrap();
        assert_eq!(made.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn folders_are_made_for_their_owner() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b/c");
        make_folder(&deep).unwrap();
        for path in [&deep, deep.parent().unwrap()] {
            let mode = fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o700, "{}", path.display());
        }
    }
}
