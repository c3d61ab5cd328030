import java.io.File;
import java.net.Socket;
import java.util.Arrays;

/** Prints what it was given, says so on the port that it is told, and then waits to be stopped. */
public class HoldOn {
  public static void main(String[] args) throws Exception {
    System.out.println("args " + Arrays.toString(args));
    System.out.println("language " + System.getProperty("user.language"));
    System.out.println("options " + System.getenv("JAVA_TOOL_OPTIONS"));
    System.out.println("cpus " + Runtime.getRuntime().availableProcessors());
    System.out.println("exists " + new File(args[2]).exists());
    System.err.println("on stderr");
    if (args[0].equals("exit")) System.exit(3);
    if (args[0].equals("stubborn")) {
      Runtime.getRuntime().addShutdownHook(new Thread(HoldOn::waitForEver));
    }
    try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(args[1]))) {
      socket.getOutputStream().write('x');
      waitForEver();
    }
  }

  private static void waitForEver() {
    try {
      Thread.currentThread().join();
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
  }
}
