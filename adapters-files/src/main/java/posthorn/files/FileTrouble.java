package posthorn.files;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a file or folder could not be used, in words for people: Java's own are names of classes. */
public final class FileTrouble {
  private FileTrouble() {}

  /** The reason, to be read after a colon; it names the file only where Java's message does. */
  public static String reason(IOException failure) {
    return switch (failure) {
      case NoSuchFileException _ -> "there is no such file or folder";
      case AccessDeniedException _ -> "permission denied";
      case NotDirectoryException _ -> "it is not a folder";
      case DirectoryNotEmptyException _ -> "the folder is not empty";
      case FileAlreadyExistsException _ -> "it is there already, and is something else";
      case CharacterCodingException _ -> "it is not text in UTF-8";
      case FileSystemException system when system.getReason() != null ->
          system.getReason().toLowerCase(Locale.ROOT);
      default -> textOf(failure.getMessage());
    };
  }

  private static String textOf(@Nullable String message) {
    if (message == null) {
      return "an input or output error";
    }
    return message.equals("Is a directory") ? "it is a folder" : message;
  }
}
